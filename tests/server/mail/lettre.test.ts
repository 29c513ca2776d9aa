import { expect, test } from 'vitest'
import { htmlOf, type Lettre, texteOf } from '#server/mail/lettre.ts'

const lettre: Lettre = {
  sujet: 'Bienvenue !',
  prenom: 'Zoé <script>alert("x")</script>',
  paragraphes: ['Karim vous invite à « Fête & "amis" » : venez !\nBcc: eve@eclats.test'],
  bouton: { libelle: 'Répondre', adresse: 'https://eclats.test/r?a=1&token=abc' },
  suite: ['Valable 30 minutes.'],
  desinscription: 'https://eclats.test/api/d/1.x',
}
const narrow = '\u202F'

test('what people wrote is text in a page, never markup', () => {
  const html = htmlOf(lettre)
  expect(html).not.toContain('<script>')
  expect(html).toContain('Zoé &lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;')
  expect(html).toContain('href="https://eclats.test/r?a=1&amp;token=abc"')
})

test('the page and the plain text say the same, with the spaces of the app', () => {
  const words = `Karim vous invite à «${narrow}Fête & "amis"${narrow}»${narrow}: venez${narrow}! Bcc: eve@eclats. test`
  expect(texteOf(lettre)).toContain(words)
  expect(htmlOf(lettre)).toContain(words.replaceAll('&', '&amp;').replaceAll('"', '&quot;'))
  for (const form of [texteOf(lettre), htmlOf(lettre).replaceAll('&amp;', '&')]) {
    for (const part of ['Répondre', 'Valable 30 minutes.', lettre.bouton?.adresse, lettre.desinscription]) {
      expect(form).toContain(part)
    }
  }
})

test('the button stands beside its address in words, and an address keeps its own spaces', () => {
  const html = htmlOf(lettre)
  expect(html.split('https://eclats.test/r?a=1&amp;token=abc')).toHaveLength(4)
  expect(texteOf({ ...lettre, bouton: { libelle: 'Voir', adresse: 'https://eclats.test/?a=b;c' } })).toContain(
    'https://eclats.test/?a=b;c\n',
  )
})

test('nothing is fetched from anywhere, and the page can be read in the dark', () => {
  const html = htmlOf(lettre)
  expect(html).not.toMatch(/<img|<link|url\(|src=|@import/)
  expect(html).toContain('lang="fr"')
  expect(html).toContain('<meta name="color-scheme" content="light dark">')
  expect(html).toContain('prefers-color-scheme:dark')
})

test('a message that cannot be declined offers no way to', () => {
  const { desinscription: _, ...plain } = lettre
  expect(texteOf(plain) + htmlOf(plain)).not.toContain('Ne plus recevoir')
})
