import { expect, test } from 'vitest'
import { splitAtFold, styleBeyond } from '../../scripts/belowFold.ts'

test('splits a page before its first element that is below the fold', () => {
  const below = '<section class="a" data-below-fold="true"><p>Suite</p></section><p data-below-fold>Fin</p></main>'
  expect(splitAtFold(`<main><h1>Titre</h1>${below}`)).toEqual({ above: '<main><h1>Titre</h1>', below })
})

test('keeps a page whole when nothing in it is below the fold', () => {
  const body = '<main><p>data-below-fold</p></main>'
  expect(splitAtFold(body)).toEqual({ above: body, below: '' })
})

test('keeps the declarations that the first style sheet lacks, with the rules around them', () => {
  const given = '@layer tokens{:root{--red:red}}@layer base{p{margin:0}@media (width>=48rem){p{margin:1px}}}'
  const css =
    '@layer tokens{:root{--red:red;--blue:blue}}@layer base{p{margin:0}@media (width>=48rem){p{margin:1px}h2{margin:2px}}}'
  expect(styleBeyond(css, given)).toBe(
    '@layer tokens{:root{--blue:blue}}@layer base{@media (width>=48rem){h2{margin:2px}}}',
  )
})

test('keeps a declaration that the first style sheet has only under another condition', () => {
  const given = '@media print{p{margin:0}}'
  expect(styleBeyond('p{margin:0}', given)).toBe('p{margin:0}')
})
