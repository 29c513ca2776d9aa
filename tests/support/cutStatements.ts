import type { KyselyPlugin, RootOperationNode } from 'kysely'

/**
 * Fails before the n-th statement, counted from 1; the end of its transaction is a rollback, as after a kill.
 * @param counts which statements are counted; all when absent
 */
export function cutAt(
  at: number,
  counts: (statement: RootOperationNode) => boolean = () => true,
): KyselyPlugin & { readonly isReached: () => boolean } {
  let statements = 0
  return {
    transformQuery({ node }) {
      if (counts(node)) statements += 1
      if (statements === at && counts(node)) throw new RangeError('cut')
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
    isReached: () => statements >= at,
  }
}

/** Fails before the n-th row of the audit log, counted from 1. */
export function cutAtAudit(at: number): KyselyPlugin {
  return cutAt(at, (statement) => insertedTable(statement) === 'audit')
}

/** The table of an insertion; undefined for another statement. */
function insertedTable(statement: RootOperationNode): string | undefined {
  return statement.kind === 'InsertQueryNode' ? statement.into?.table.identifier.name : undefined
}
