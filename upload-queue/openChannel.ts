/** Undefined where the browser forbids storage to this site (Firefox): other tabs then share no data with this one. */
export function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name)
  } catch {
    return undefined
  }
}
