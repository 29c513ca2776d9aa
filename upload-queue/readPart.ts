/** The picked file cannot be read: mobile systems revoke access, cloud pictures fail to download. */
export class SourceUnreadable extends Error {
  override name = 'SourceUnreadable'
}

/** The bytes of a picked file from `from` (included) to `to` (excluded). @throws SourceUnreadable */
export async function readPart(bytes: Blob, from: number, to: number): Promise<ArrayBuffer> {
  const piece = await bytes.slice(from, to).arrayBuffer().catch(unreadable)
  if (piece.byteLength !== to - from) throw new SourceUnreadable('the file is shorter than its reported size')
  return piece
}

function unreadable(error: unknown): never {
  throw new SourceUnreadable('the file cannot be read', { cause: error })
}
