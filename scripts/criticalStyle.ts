import { compileSheet } from 'beasties/compiler'
import { createProcessor } from 'beasties/runtime'

const href = '/style.css'
/** Set by the first script, before the complete styles are there. */
const themes = /^\[data-theme=/
/** A person opens details before the app starts. */
const opened = /\[open\]/
/** Hides what is below the fold until its own styles are there. */
const belowFold = /^\[data-below-fold\]/
/** Of print alone; beasties writes a semicolon behind it, which makes browsers skip the next rule. */
const printedPages = /@page[^{]*\{[^{}]*\}/g

/**
 * The rules of a style sheet that a page needs for its first paint, without the custom properties that nothing in it
 * uses. The complete sheet, added later, changes nothing that is shown.
 * @param css all styles of the page, in their order
 * @param body the page's content, without scripts
 */
export function criticalStyle(css: string, body: string): string {
  const sheet = compileSheet(css.replaceAll(printedPages, ''), { href, allowRules: [themes, opened, belowFold] })
  const processor = createProcessor([sheet], { preload: false, fonts: false })
  const page = `<html><head><link rel="stylesheet" href="${href}"></head><body>${body}</body></html>`
  return withoutUnused(processor.extract(page).css, body)
}

/** Removing one property can leave others unused, hence the repetition. */
function withoutUnused(css: string, body: string): string {
  const used = new Set(Array.from(`${css}${body}`.matchAll(/var\(\s*(--[\w-]+)/g), ([, name]) => name))
  const left = css.replaceAll(/(--[\w-]+):[^;{}]*(?:;|(?=\}))/g, (all, name: string) => (used.has(name) ? all : ''))
  return left === css ? css : withoutUnused(left, body)
}
