/** What a browser says of the device it runs on. */
export interface Device {
  readonly userAgent: string
  readonly maxTouchPoints: number
}

/** Whether it is an iPhone or an iPad. An iPad says it is a Mac; no Mac has a touch screen. */
export function isIos({ userAgent, maxTouchPoints }: Device): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}
