import { type ColumnDefinitionBuilder, type CreateTableBuilder, type Kysely, SqliteAdapter } from 'kysely'

/**
 * Starts a table whose `id` the database counts up and never gives twice, in the way of either database.
 * @param database any Kysely; its adapter tells which database it is
 */
export function createTableWithId<T extends string>(database: Kysely<unknown>, table: T): CreateTableBuilder<T, 'id'> {
  const isSqlite = database.getExecutor().adapter instanceof SqliteAdapter
  const identity = (column: ColumnDefinitionBuilder) =>
    isSqlite ? column.primaryKey().autoIncrement() : column.primaryKey().generatedByDefaultAsIdentity()
  return database.schema.createTable(table).addColumn('id', 'integer', identity)
}

const required = (column: ColumnDefinitionBuilder) => column.notNull()

/** Adds text columns that must hold a value. */
export function requiredTexts<T extends string, C extends string, N extends string>(
  table: CreateTableBuilder<T, C>,
  names: readonly N[],
): CreateTableBuilder<T, C | N> {
  return names.reduce<CreateTableBuilder<T, C | N>>((all, name) => all.addColumn(name, 'text', required), table)
}

/** Adds text columns that may be null. */
export function optionalTexts<T extends string, C extends string, N extends string>(
  table: CreateTableBuilder<T, C>,
  names: readonly N[],
): CreateTableBuilder<T, C | N> {
  return names.reduce<CreateTableBuilder<T, C | N>>((all, name) => all.addColumn(name, 'text'), table)
}
