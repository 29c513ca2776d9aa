import { type ColumnDefinitionBuilder, type CreateTableBuilder, type Kysely, SqliteAdapter } from 'kysely'

/**
 * Starts a table with an auto-incremented `id` that is never reused, in the dialect of the database.
 * @param database any Kysely; its adapter shows which database it is
 */
export function createTableWithId<T extends string>(database: Kysely<unknown>, table: T): CreateTableBuilder<T, 'id'> {
  const isSqlite = database.getExecutor().adapter instanceof SqliteAdapter
  const identity = (column: ColumnDefinitionBuilder) =>
    isSqlite ? column.primaryKey().autoIncrement() : column.primaryKey().generatedByDefaultAsIdentity()
  return database.schema.createTable(table).addColumn('id', 'integer', identity)
}

const required = (column: ColumnDefinitionBuilder) => column.notNull()

/** Adds text columns that are not null. */
export function requiredTexts<T extends string, C extends string, N extends string>(
  table: CreateTableBuilder<T, C>,
  names: readonly N[],
): CreateTableBuilder<T, C | N> {
  return names.reduce<CreateTableBuilder<T, C | N>>((all, name) => all.addColumn(name, 'text', required), table)
}

/** Adds nullable text columns. */
export function optionalTexts<T extends string, C extends string, N extends string>(
  table: CreateTableBuilder<T, C>,
  names: readonly N[],
): CreateTableBuilder<T, C | N> {
  return names.reduce<CreateTableBuilder<T, C | N>>((all, name) => all.addColumn(name, 'text'), table)
}
