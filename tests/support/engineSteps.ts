import { expect } from '@playwright/test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { phrases } from '#domain/texte/phrases.ts'
import { mediaWords } from '#src/ui/text/mediaWords.ts'
import { motDePasseDeTest, type PersonneDeTest } from '#tests/support/builders.ts'
import type { Stage } from '#tests/support/stage.ts'
import type { PickedMedia } from '#tests/support/steps.ts'
import type { EngineTab } from './engineTab.ts'

/** The text of an element with ordinary spaces instead of no-break spaces. */
const words = 'normalize-space(translate(., "\u00A0\u202F", "  "))'
export const field = (label: string) => `//*[@id=//label[${words}="${label}"]/@for]`
/**
 * Enabled: before the app has started, the buttons of a prerendered page do nothing.
 * @param name with ordinary or no-break spaces
 */
export const button = (name: string) => {
  const plain = name.replaceAll(/[\u00A0\u202F]/g, ' ')
  return `//button[not(@disabled) and (${words}="${plain}" or @aria-label="${name}")]`
}
export const link = (name: string) => `//a[contains(., "${name}")]`
export const fileField = '//input[@aria-label="Choisir des photos ou des vidéos"]'

/** Waits until this text is visible on the page. */
export async function expectText(tab: EngineTab, text: string): Promise<void> {
  const read = async () => (await tab.evaluate(() => document.body.innerText)).replaceAll(/\s+/g, ' ')
  await expect.poll(read).toContain(text)
}

/** Signs in by the form and waits until the worker controls the page. */
export async function signInOn(tab: EngineTab, stage: Stage, person: PersonneDeTest): Promise<void> {
  await tab.goto(`${stage.origin}/login`)
  await tab.write(field('Adresse email'), person.email)
  await tab.write(field('Mot de passe'), motDePasseDeTest)
  await tab.press(button(phrases.seConnecter))
  await expect.poll(() => tab.evaluate(() => location.pathname)).not.toBe('/login')
  await expect
    .poll(() => tab.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state ?? null))
    .toBe('activated')
}

/**
 * Signs in where the browser keeps nothing: without a worker, and with a session that ends with the page. Resolves when
 * the event is shown.
 */
export async function signInWithoutStorage(tab: EngineTab, stage: Stage, person: PersonneDeTest): Promise<void> {
  const evenement = `/participant/evenements/${stage.evenementId}`
  await tab.goto(`${stage.origin}/login?redirect=${encodeURIComponent(evenement)}`)
  await tab.write(field('Adresse email'), person.email)
  await tab.write(field('Mot de passe'), motDePasseDeTest)
  await tab.press(button(phrases.seConnecter))
  await expect.poll(() => tab.evaluate(canAdd)).toBe(true)
}

/** Opens the event from the list; resolves when the grant is stored on this phone. */
export async function openEvenementOn(tab: EngineTab, stage: Stage): Promise<void> {
  await tab.goto(`${stage.origin}/participant/evenements`)
  await tab.press(link('Mariage de Camille'))
  await expect
    .poll(() => tab.evaluate(() => document.querySelector('h1')?.innerText ?? ''))
    .toMatch(/Mariage de Camille/)
  await expect.poll(() => tab.evaluate(canAdd)).toBe(true)
  await expect.poll(() => tab.evaluate(hasGrant)).toBe(true)
}

/** A narrow screen shows only the verb: `innerText` of WebKit then appends the hidden rest. */
export function canAdd(): boolean {
  return [...document.querySelectorAll('button')].some((one) => one.textContent?.trim() === 'Ajouter un média')
}

/** The answer was received completely. */
function hasGrant(): boolean {
  return performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/upload-grants'))
}

/** Adds files like a guest; resolves when the page shows that they are stored on this phone. */
export async function addMediaOn(tab: EngineTab, files: readonly PickedMedia[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'eclats-choix-'))
  const paths = files.map(({ name }) => join(folder, name))
  for (const [at, { buffer }] of files.entries()) await writeFile(paths[at] ?? '', buffer)
  const word = files.length === 1 ? 'fichier' : 'fichiers'
  await tab.press(button(phrases.ajouterMedia))
  await expect.poll(() => tab.evaluate(canChoose)).toBe(true)
  await tab.pick(fileField, paths)
  await tab.press(button(`Envoyer ${mediaWords(files.map(({ mimeType: type }) => ({ type })))}`))
  await expectText(tab, `${files.length} ${word} en sécurité sur ce téléphone`)
  await rm(folder, { recursive: true })
}

/** A real press would hit the button; the hidden file input accepts files directly. */
function canChoose(): boolean {
  const wanted = [...document.querySelectorAll('dialog button')].find((one) => one.textContent?.trim() === 'Choisir')
  const box = wanted?.getBoundingClientRect()
  if (!box) return false
  return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest('button') === wanted
}
