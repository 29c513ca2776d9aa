import type { Ports } from './ports.ts'

/**
 * Moves files whose page was closed before the copy was complete to `lost_source`; the user must pick them again. Files
 * that an open page is copying are not changed.
 * @param epoch fencing number of a drainer, or null in a page that does not drain
 * @throws Fenced, StorageBroken
 */
export async function endLostCopies(
  { store, copiers }: Pick<Ports, 'store' | 'copiers'>,
  epoch: number | null,
): Promise<void> {
  // Read the rows before the locks: a page takes its lock before it writes rows, so no live copy can be missed.
  const staging = (await store.live()).filter(({ state }) => state === 'staging')
  if (staging.length === 0) return
  const alive = await copiers()
  const lost = staging.filter(({ id, copier }) => !alive.has(copier ?? id))
  if (lost.length > 0)
    await store.loseCopies(
      lost.map(({ id }) => id),
      epoch,
    )
}
