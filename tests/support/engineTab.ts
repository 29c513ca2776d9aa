/** A page of any browser in which scripts can run. */
export interface Askable {
  /** @param ask runs in the page, without access to variables of the test */
  evaluate<T>(ask: () => T | Promise<T>): Promise<T>
}

/** A tab of a browser that playwright does not drive. Elements are selected by XPath and awaited. */
export interface EngineTab extends Askable {
  goto(url: string): Promise<void>
  press(place: string): Promise<void>
  write(place: string, text: string): Promise<void>
  /** Selects files of this disk in a file input. */
  pick(place: string, paths: readonly string[]): Promise<void>
  close(): Promise<void>
}

/** Another browser (Firefox or WebKit) of a person. */
export interface EnginePhone {
  readonly tab: EngineTab
  /** Another tab beside the first. */
  open(): Promise<EngineTab>
  /** Restarts the browser after it has ended, with one empty tab. */
  relaunch(): Promise<void>
  close(): Promise<void>
}

/** Timeout for an element, in ms. */
export const elementTimeoutMs = 60_000
