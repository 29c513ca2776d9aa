import type { RegisteredRouter } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Ids of the sheets open on this history entry, the top one last. */
    sheets?: readonly string[] | undefined
  }
}

interface OpenSheet {
  readonly id: string
  /** Closes the sheet; does nothing while it must stay open. */
  readonly close: () => void
}

let router: RegisteredRouter | null = null
let open: readonly OpenSheet[] = []
let waiting: readonly (() => void)[] = []
/** Milliseconds after which held navigations run: the browser may not go back at all. */
const maxLeavingMs = 1000
/** Ends the hold on navigations; null unless the next popstate comes from our own `history.back()`. */
let endLeaving: (() => void) | null = null
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Adds a history entry for a sheet, so that the back button closes the sheet and stays on the page.
 * @returns a function to call when the sheet unmounts: it removes the entry
 */
export function enterSheet(close: () => void): () => void {
  const sheet = { id: crypto.randomUUID(), close }
  open = [...open, sheet]
  matchEntrySoon()
  return () => {
    open = open.filter((other) => other !== sheet)
    matchEntrySoon()
  }
}

/** Runs a navigation when no sheet is open and closed sheets have no history entry left; at once if so already. */
export function afterSheetsClose(run: () => void): void {
  if (router === null || (open.length === 0 && entrySheets().length === 0)) run()
  else waiting = [...waiting, run]
}

/** Subscribes to the history of the app's router. @returns the unsubscribe function */
export function followSheetHistory(of: RegisteredRouter): () => void {
  router = of
  matchEntrySoon()
  const stop = of.history.subscribe(({ action }) => {
    if (action.type === 'PUSH' || action.type === 'REPLACE') return
    const onEntry = entrySheets()
    if (endLeaving === null) for (const { id, close } of open.toReversed()) if (!onEntry.includes(id)) close()
    endLeaving?.()
    matchEntrySoon()
  })
  return () => {
    stop()
    router = null
  }
}

function entrySheets(): readonly string[] {
  return router?.history.location.state.sheets ?? []
}

/** Waits for React to render: a sheet that replaces another one reuses its history entry. */
function matchEntrySoon(): void {
  clearTimeout(timer)
  timer = setTimeout(matchEntry)
}

function matchEntry(): void {
  if (router === null || endLeaving !== null) return
  const sheets = open.map(({ id }) => id)
  const onEntry = entrySheets()
  if (sheets.length < onEntry.length) {
    // Also for an entry reached by "forward" or a reload, whose sheet is not open any more.
    leaveEntry(router.history)
  } else if (sheets.some((id, at) => id !== onEntry[at]))
    void router.navigate({
      to: '.',
      search: true,
      hash: true,
      state: (before) => ({ ...before, sheets }),
      resetScroll: false,
      replace: sheets.length === onEntry.length,
    })
  else if (sheets.length === 0) runWaiting()
}

function runWaiting(): void {
  const runs = waiting
  waiting = []
  for (const run of runs) run()
}

/** Goes back. A navigation that comes before the browser has gone back can cancel it, so it is held until then. */
function leaveEntry(history: RegisteredRouter['history']): void {
  const release = history.block({
    enableBeforeUnload: false,
    blockerFn: ({ action, nextLocation: { href, state } }) => {
      if (action !== 'PUSH' && action !== 'REPLACE') return false
      waiting = [...waiting, () => (action === 'PUSH' ? history.push(href, state) : history.replace(href, state))]
      return true
    },
  })
  const late = setTimeout(() => {
    endLeaving?.()
    runWaiting()
  }, maxLeavingMs)
  endLeaving = () => {
    clearTimeout(late)
    release()
    endLeaving = null
  }
  history.back()
}
