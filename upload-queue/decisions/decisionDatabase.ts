import type { DBSchema } from 'idb'
import { DatabaseConnection, type Migrations } from '#upload-queue/store/databaseConnection.ts'
import type { KeptDecision } from './decision.ts'

/** A grant for the decisions of one person on one event, valid for 72 h. The session itself is never stored here. */
export interface ModerationGrant {
  readonly grant: string
  /** Milliseconds since 1970. Used to decide when to renew, never whether to send. */
  readonly obtainedAt: number
  readonly expiresAt: number
}

interface DecisionSchema extends DBSchema {
  decisions: { key: string; value: KeptDecision; indexes: { owner: number } }
  grants: { key: [number, number]; value: ModerationGrant }
}
const migrations: Migrations<DecisionSchema> = [
  (database) => {
    database.createObjectStore('decisions', { keyPath: 'id' }).createIndex('owner', 'ownerId')
    database.createObjectStore('grants')
  },
]

/** Connection to the database of decisions. */
export class DecisionConnection extends DatabaseConnection<DecisionSchema> {
  constructor(name = 'eclats-decisions') {
    super(name, migrations)
  }
}
