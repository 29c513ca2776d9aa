import type { ColumnDefinitionBuilder } from 'kysely'

type ColumnBuilder = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder

/** A column that names a row of `table`, deleted together with it. */
export function belongsTo(table: string): ColumnBuilder {
  return (column) => column.notNull().references(`${table}.id`).onDelete('cascade')
}

/** A column that may name a row of `table`; it forgets it when that row goes. */
export function mayName(table: string): ColumnBuilder {
  return (column) => column.references(`${table}.id`).onDelete('set null')
}

/** A column that names a row of `table`, which cannot be deleted before. */
export function holds(table: string): ColumnBuilder {
  return (column) => column.notNull().references(`${table}.id`)
}

export const required: ColumnBuilder = (column) => column.notNull()
export const unique: ColumnBuilder = (column) => column.notNull().unique()
export const zero: ColumnBuilder = (column) => column.notNull().defaultTo(0)
export const one: ColumnBuilder = (column) => column.notNull().defaultTo(1)
export const primary: ColumnBuilder = (column) => column.notNull().primaryKey()
