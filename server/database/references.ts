import type { ColumnDefinitionBuilder } from 'kysely'

type ColumnBuilder = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder

/** A not-null reference to `table`; the row is deleted with the referenced one. */
export function belongsTo(table: string): ColumnBuilder {
  return (column) => column.notNull().references(`${table}.id`).onDelete('cascade')
}

/** A nullable reference to `table`; set to null when the referenced row is deleted. */
export function mayName(table: string): ColumnBuilder {
  return (column) => column.references(`${table}.id`).onDelete('set null')
}

/** A not-null reference to `table`; the referenced row cannot be deleted. */
export function holds(table: string): ColumnBuilder {
  return (column) => column.notNull().references(`${table}.id`)
}

export const required: ColumnBuilder = (column) => column.notNull()
export const unique: ColumnBuilder = (column) => column.notNull().unique()
export const zero: ColumnBuilder = (column) => column.notNull().defaultTo(0)
export const one: ColumnBuilder = (column) => column.notNull().defaultTo(1)
export const primary: ColumnBuilder = (column) => column.notNull().primaryKey()
