/** Another drainer holds the lease: further writes of this one are refused. */
export class Fenced extends Error {
  override name = 'Fenced'
}

/** The item is not in the expected state: the user changed it. */
export class ItemMoved extends Error {
  override name = 'ItemMoved'
}

/** A move that `legalMoves` (moves.ts) does not allow, or an item forgotten before its end: a bug. */
export class IllegalMove extends Error {
  override name = 'IllegalMove'
}

/** Rows of an item are missing: the photo can no longer be sent from this device. */
export class BytesMissing extends Error {
  override name = 'BytesMissing'
}

/** The storage of the device failed, even after the database was reopened. */
export class StorageBroken extends Error {
  override name = 'StorageBroken'
}

/** The device has no free storage. */
export class StorageFull extends StorageBroken {
  override name = 'StorageFull'
}
