import { expect, test } from 'vitest'
import { criticalStyle } from '../../scripts/criticalStyle.ts'

const tokens = ':root{--red:oklch(60% .2 20);--blue:oklch(50% .1 250);--accent:var(--red);--cold:var(--blue);--gap:4px}'

test('keeps the rules that match the page, also those of its states, and no others', () => {
  const css = 'p{color:red}p:hover{color:blue}.other{color:green}@media (width>=48rem){p{margin:0}.other{margin:0}}'
  expect(criticalStyle(css, '<p>Un mot</p>')).toBe('p{color:red}p:hover{color:blue}@media (width>=48rem){p{margin:0}}')
})

test('removes custom properties that nothing uses, directly or through others', () => {
  const css = `${tokens}p{color:var(--accent);margin:var( --gap )}.cold{color:var(--cold)}`
  expect(criticalStyle(css, '<p>Un mot</p>')).toBe(
    ':root{--red:oklch(60% .2 20);--accent:var(--red);--gap:4px}p{color:var(--accent);margin:var( --gap )}',
  )
})

test('keeps a custom property that an attribute of the page uses', () => {
  const page = criticalStyle(`${tokens}path{stroke:none}`, '<svg><path fill="var(--cold)"/></svg>')
  expect(page).toContain('--cold:var(--blue)')
})

test('keeps the rules of a theme that the first script chooses', () => {
  const css = 'p{color:red}[data-theme=dark]{color-scheme:dark}'
  expect(criticalStyle(css, '<p>Un mot</p>')).toBe(css)
})

test('keeps the rules of details that a person opens', () => {
  const css = 'details[open]{font-weight:400}'
  expect(criticalStyle(css, '<details><summary>Lire</summary></details>')).toBe(css)
})

test('leaves out the size of printed pages, and keeps the rule behind it', () => {
  const css = '@page{size:A4 portrait}@layer screens{p{color:red}}'
  expect(criticalStyle(css, '<p>Un mot</p>')).toBe('@layer screens{p{color:red}}')
})
