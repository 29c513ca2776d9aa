import { afterEach, expect, test } from 'vitest'
import { applyTheme, type Theme } from '#src/ui/theme.ts'

const schemes = ['light', 'dark'] as const

afterEach(() => {
  applyTheme('systeme')
  for (const meta of colors()) meta.remove()
})

const colors = () => Array.from(document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
const systemScheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'

test.each<[Theme, string]>([
  ['clair', 'light'],
  ['sombre', 'dark'],
  ['systeme', systemScheme],
])('gives the bar of the browser the color of the theme "%s"', (theme, shown) => {
  for (const scheme of schemes) {
    const meta = Object.assign(document.createElement('meta'), { name: 'theme-color', content: scheme })
    meta.media = `(prefers-color-scheme: ${scheme})`
    document.head.append(meta)
  }
  applyTheme('sombre')
  applyTheme(theme)
  const applied = colors().filter(({ media }) => matchMedia(media).matches)
  expect(applied.map(({ content }) => content)).toEqual([shown])
})
