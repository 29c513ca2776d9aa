import type { Ports } from './ports.ts'

/**
 * Tells the person of files whose page was closed before their bytes were on the phone: `lost_source`, to be picked
 * again. Files that an open page is copying stay as they are.
 * @param epoch fence of a drainer, or null in a page that does not drain
 * @throws Fenced, StorageBroken
 */
export async function endLostCopies(
  { store, copiers }: Pick<Ports, 'store' | 'copiers'>,
  epoch: number | null,
): Promise<void> {
  // Rows first: a page takes its lock before it writes rows, so the lock of each row seen here is seen too.
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
