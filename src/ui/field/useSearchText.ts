import { useEffect, useState } from 'react'
import { useLatest } from '#src/ui/latest/useLatest.ts'

const pauseMs = 400

interface Typed {
  /** Null when the text of the address is searched for. */
  readonly text: string | null
  /** The text written into the address last. */
  readonly written: string | null
  /** The text of the address at the last render. */
  readonly inAddress: string
}

/**
 * A search text that is applied at once, and written into the address when typing pauses: at each change of the address
 * Chromium examines every form field of the page, which takes 0.4 s with two hundred rows on a slow phone.
 * @param inAddress the text of the address; another one than the written one replaces what was typed
 * @param write writes a text into the address
 * @returns the text to search for, and the function that a search field calls
 */
export function useSearchText(inAddress: string, write: (text: string) => void): [string, (text: string) => void] {
  const [typed, setTyped] = useState<Typed>({ text: null, written: null, inAddress })
  if (typed.inAddress !== inAddress) {
    const hasTypedMore = inAddress === typed.written && inAddress !== typed.text
    setTyped({ ...typed, inAddress, text: hasTypedMore ? typed.text : null })
  }
  const { text } = typed
  const latestWrite = useLatest(write)
  useEffect(() => {
    if (text === null) return undefined
    const timer = setTimeout(() => {
      setTyped((before) => ({ ...before, written: text }))
      latestWrite.current(text)
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [text, latestWrite])
  return [text ?? inAddress, (next) => setTyped((before) => ({ ...before, text: next }))]
}
