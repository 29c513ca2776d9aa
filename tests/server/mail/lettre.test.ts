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

test('escapes user text', () => {
  const html = htmlOf(lettre)
  expect(html).not.toContain('<script>')
  expect(html).toContain('Zoé &lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;')
  expect(html).toContain('href="https://eclats.test/r?a=1&amp;token=abc"')
})

test("has the same content in HTML and plain text, with the app's non-breaking spaces", () => {
  const words = `Karim vous invite à «${narrow}Fête & "amis"${narrow}»${narrow}: venez${narrow}! Bcc: eve@eclats. test`
  expect(texteOf(lettre)).toContain(words)
  expect(htmlOf(lettre)).toContain(words.replaceAll('&', '&amp;').replaceAll('"', '&quot;'))
  for (const form of [texteOf(lettre), htmlOf(lettre).replaceAll('&amp;', '&')]) {
    for (const part of ['Répondre', 'Valable 30 minutes.', lettre.bouton?.adresse, lettre.desinscription]) {
      expect(form).toContain(part)
    }
  }
})

test('writes each line of a paragraph, without blank ones, and starts no signature there', () => {
  const list = {
    ...lettre,
    prenom: 'Zoé\nPS',
    paragraphes: [['À apporter : \r', '- un gilet', '', ' ', '-- ', 'suite']],
  }
  expect(texteOf(list)).toContain(`\n\nÀ apporter${narrow}:\n- un gilet\n--\nsuite\n\n`)
  expect(htmlOf(list)).toContain(`>À apporter${narrow}:<br>- un gilet<br>--<br>suite</p>`)
  for (const form of [texteOf(list), htmlOf(list)]) expect(form).toContain('Bonjour Zoé PS,')
})

test('shows the address of the button as text, with its spaces unchanged', () => {
  const html = htmlOf(lettre)
  expect(html.split('https://eclats.test/r?a=1&amp;token=abc')).toHaveLength(4)
  expect(texteOf({ ...lettre, bouton: { libelle: 'Voir', adresse: 'https://eclats.test/?a=b;c' } })).toContain(
    'https://eclats.test/?a=b;c\n',
  )
})

test('loads no external resource, and supports dark mode', () => {
  const html = htmlOf(lettre)
  expect(html).not.toMatch(/<img|<link|url\(|src=|@import/)
  expect(html).toContain('lang="fr"')
  expect(html).toContain('<meta name="color-scheme" content="light dark">')
  expect(html).toContain('prefers-color-scheme:dark')
})

test('offers no unsubscribe link for mandatory messages', () => {
  const { desinscription: _, ...plain } = lettre
  expect(texteOf(plain) + htmlOf(plain)).not.toContain('Ne plus recevoir')
})
