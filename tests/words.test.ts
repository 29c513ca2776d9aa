import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { phrases } from '#domain/texte/phrases.ts'

/** Texts quoted from the specification, and its names for fields. */
const specified: ReadonlySet<string> = new Set([...Object.values(phrases), 'Adresse email', 'Email', 'Dashboard'])

/** Texts between quotes or tags, without comments and module names. */
function textsOf(code: string): string[] {
  const bare = code.replaceAll(
    /\/\*[^]*?\*\/|^\s*\/\/.*$|^(?:import|export) .* from .*$|summary:\s*(?:'.*'|".*"|`.*`)/gm,
    '',
  )
  const found = bare.matchAll(
    /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\\n]|\\.)*)`|>\s*([^<>{}=;]+?)\s*[<{]/g,
  )
  return [...found].map(([, ...texts]) =>
    (texts.find((text) => text !== undefined) ?? '').replaceAll(/\$\{[^}]*\}/g, ''),
  )
}

/** Whether a text is user-visible: several words or a capital, and neither an address nor English. */
function isRead(text: string): boolean {
  return (
    /[A-ZÀ-Ý]?[\p{L}'’]+ [\p{L}]|^[A-ZÀ-Ý][a-zà-ÿ]+$/u.test(text) &&
    !/\b(?:the|given)\b/i.test(text) &&
    !/^[a-z]+\(/.test(text)
  )
}

/** Words with a different preferred term. */
const wrong: Readonly<Record<string, RegExp>> = {
  'e-mail': /(?<![\p{L}\w.@-])(?:mails?|emails?|courriels?)(?![\p{L}\w@])/iu,
  'tableau de bord': /dashboard/i,
  'vous(e)':
    /\bVous seul\b(?!\()|\b[Vv]ous (?:êtes|serez|restez|avez été)(?: \p{L}+)? (?:connecté|inscrit|validé|invité|prévenu|déconnecté)(?![\p{L}(])/u,
}

function wrongWords(texts: readonly string[]): string[] {
  const read = texts.filter((text) => isRead(text) && !specified.has(text))
  return read.flatMap((text) =>
    Object.entries(wrong).flatMap(([right, word]) => (word.test(text) ? [`${text} -> ${right}`] : [])),
  )
}

test('uses one term for each thing on screens, except in texts of the specification', () => {
  const files = globSync('{domain,src,sw,upload-queue,server}/**/*.{ts,tsx}', {
    // The table of the configuration is in English, for the README.
    exclude: ['src/routeTree.gen.ts', 'server/database/**', 'server/configTable.ts'],
  })
  expect(files.length).toBeGreaterThan(300)
  expect(
    files.flatMap((file) => wrongWords(textsOf(readFileSync(file, 'utf8'))).map((found) => `${file}: ${found}`)),
  ).toEqual([])
})

test('detects the words that it looks for', () => {
  const planted = `a('Envoyer un mail'); <p>Votre Email</p>; b("Voir le dashboard"); c('Vous êtes inscrit à la fête'); d('E-mail')`
  expect(wrongWords(textsOf(planted))).toHaveLength(4)
})
