import { vi } from 'vitest'

const shared = 'eclats:session'
const own = `${shared} ${crypto.randomUUID()}`

/**
 * Gives this file its own lock of the session's cookie: files run in parallel and share Web Locks. Call in beforeEach;
 * `vi.restoreAllMocks` ends it.
 */
export function ownCookieLock(): void {
  const { locks } = navigator
  const request = locks.request.bind(locks) as (...input: unknown[]) => Promise<unknown>
  const query = locks.query.bind(locks)
  vi.spyOn(locks, 'request').mockImplementation((name, ...rest) => request(name === shared ? own : name, ...rest))
  vi.spyOn(locks, 'query').mockImplementation(async () => {
    const { held = [], pending = [] } = await query()
    return { held: renamed(held), pending: renamed(pending) }
  })
}

function renamed(locks: LockInfo[]): LockInfo[] {
  return locks
    .filter(({ name }) => name !== shared)
    .map(({ name, mode, clientId }) => ({
      mode,
      clientId,
      name: name === own ? shared : name,
    })) as LockInfo[]
}
