/** The fields of `navigator` that identify the device. */
export interface Device {
  readonly userAgent: string
  readonly maxTouchPoints: number
}

/** Whether it is an iPhone or an iPad. An iPad's user agent is a Mac's, but no Mac has a touch screen. */
export function isIos({ userAgent, maxTouchPoints }: Device): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}
