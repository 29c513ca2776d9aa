import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { expect, type Locator, type Page } from '@playwright/test'
import { type PhraseKey, phrases } from '#domain/texte/phrases.ts'
import { typographie } from '#domain/texte/typographie.ts'

const folder = 'node_modules/.cache/phrases'
const sentences: Readonly<Record<PhraseKey, string>> = phrases

/** Messages that the specification leaves open: `...` stands for the server's own text. */
const openEnded: ReadonlySet<PhraseKey> = new Set([
  'uploadRequeteInvalide',
  'organisateurNonAutorise',
  'organisateurImpossible',
])

/** Deletes the records of earlier runs; called once before the first test. */
export function forgetPhrases(): void {
  rmSync(folder, { recursive: true, force: true })
}

/**
 * Expects a specified message on the screen at its place, and records it as seen.
 * @param within its place
 * @param values for its `{…}` placeholders
 */
export async function expectPhrase(
  within: Page | Locator,
  key: PhraseKey,
  values: Readonly<Record<string, string | number>> = {},
): Promise<void> {
  const specified = sentences[key]
  const sentence = (openEnded.has(key) ? specified.replace(/ \.\.\.$/, '') : specified).replaceAll(
    /\{(\w+)\}/g,
    (hole, name: string) => String(values[name] ?? hole),
  )
  await expect(within.getByText(typographie(sentence)).filter({ visible: true }).first()).toBeVisible()
  notePhrase(key)
}

/** Records a message as seen that is the name of a control selected by role. */
export function notePhrase(key: PhraseKey): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/${key}`, '')
}

/** Messages of the specification that no test of this run has seen. */
export function unseenPhrases(): PhraseKey[] {
  mkdirSync(folder, { recursive: true })
  const seen = new Set(readdirSync(folder))
  return (Object.keys(sentences) as PhraseKey[]).filter((key) => !seen.has(key))
}
