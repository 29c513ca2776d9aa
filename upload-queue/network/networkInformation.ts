/** What browsers with the Network Information API say of the network; some say only a part of it. */
export interface NetworkInformation {
  readonly type?: string | undefined
  readonly effectiveType?: string | undefined
}

/** The browser's NetworkInformation, which reports changes of the network; undefined where unsupported. */
export function networkInformation(): (NetworkInformation & EventTarget) | undefined {
  return Reflect.get(navigator, 'connection')
}
