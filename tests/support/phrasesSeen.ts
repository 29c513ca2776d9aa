import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { expect, type Locator, type Page } from '@playwright/test'
import { type PhraseKey, phrases } from '#domain/texte/phrases.ts'
import { typographie } from '#domain/texte/typographie.ts'

const folder = 'node_modules/.cache/phrases'

/** Sentences that the specification leaves open: `...` stands for the server's own words. */
const openEnded: ReadonlySet<PhraseKey> = new Set([
  'uploadRequeteInvalide',
  'organisateurNonAutorise',
  'organisateurImpossible',
])

/** Forgets what former runs saw; called once before the first journey. */
export function forgetPhrases(): void {
  rmSync(folder, { recursive: true, force: true })
}

/**
 * A specified sentence stands on the screen, where it belongs, as people read it. It counts as seen.
 * @param within where it belongs
 * @param values what fills its `{…}`
 */
export async function expectPhrase(
  within: Page | Locator,
  key: PhraseKey,
  values: Readonly<Record<string, string | number>> = {},
): Promise<void> {
  const sentence = (openEnded.has(key) ? phrases[key].replace(/ \.\.\.$/, '') : phrases[key]).replaceAll(
    /\{(\w+)\}/g,
    (hole, name: string) => String(values[name] ?? hole),
  )
  await expect(within.getByText(typographie(sentence)).filter({ visible: true }).first()).toBeVisible()
  notePhrase(key)
}

/** Counts a sentence as seen that is the name of something pressed or asked for by role, not a text to look for. */
export function notePhrase(key: PhraseKey): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/${key}`, '')
}

/** Sentences of the specification that no journey of this run has seen. */
export function unseenPhrases(): PhraseKey[] {
  mkdirSync(folder, { recursive: true })
  const seen = new Set(readdirSync(folder))
  return (Object.keys(phrases) as PhraseKey[]).filter((key) => !seen.has(key))
}
