/** A page of any browser, as far as code can be asked to run in it. */
export interface Askable {
  /** @param ask runs in the page; nothing of the test is known there */
  evaluate<T>(ask: () => T | Promise<T>): Promise<T>
}

/** A tab of a browser that playwright does not drive. Places are XPath; each is waited for. */
export interface EngineTab extends Askable {
  goto(url: string): Promise<void>
  press(place: string): Promise<void>
  write(place: string, text: string): Promise<void>
  /** Puts files of this disk into a file field. */
  pick(place: string, paths: readonly string[]): Promise<void>
  close(): Promise<void>
}

/** A person's browser of another make. */
export interface EnginePhone {
  readonly tab: EngineTab
  /** Another tab beside the first. */
  open(): Promise<EngineTab>
  /** Starts the browser again once it has ended, with one empty tab. */
  relaunch(): Promise<void>
  close(): Promise<void>
}

/** How long a place may take to be there, ms. */
export const patienceMs = 20_000
