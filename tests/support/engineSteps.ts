import { expect } from '@playwright/test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { phrases } from '#domain/texte/phrases.ts'
import { mediaWords } from '#src/features/envoi/mediaWords.ts'
import { motDePasseDeTest, type PersonneDeTest } from '#tests/support/builders.ts'
import type { Stage } from '#tests/support/stage.ts'
import type { PickedMedia } from '#tests/support/steps.ts'
import { type EngineTab, patienceMs } from './engineTab.ts'

/** What an element says, its no-break spaces as ordinary ones. */
const words = 'normalize-space(translate(., "\u00A0\u202F", "  "))'
export const field = (label: string) => `//*[@id=//label[${words}="${label}"]/@for]`
export const button = (name: string) => `//button[${words}="${name}" or @aria-label="${name}"]`
export const link = (name: string) => `//a[contains(., "${name}")]`
export const fileField = '//input[@aria-label="Choisir des photos ou des vidéos"]'

/** These browsers take their time where they share the machine. */
const slow = { timeout: patienceMs }

/** Waits until a person can read this on the page. */
export async function expectText(tab: EngineTab, text: string, timeout = patienceMs): Promise<void> {
  const read = async () => (await tab.evaluate(() => document.body.innerText)).replaceAll(/\s+/g, ' ')
  await expect.poll(read, { timeout }).toContain(text)
}

/** Signs in by hand and waits until the app rules its own page. */
export async function signInOn(tab: EngineTab, stage: Stage, person: PersonneDeTest): Promise<void> {
  await tab.goto(`${stage.origin}/login`)
  await tab.write(field('Adresse email'), person.email)
  await tab.write(field('Mot de passe'), motDePasseDeTest)
  await tab.press(button(phrases.seConnecter))
  await expect.poll(() => tab.evaluate(() => location.pathname), slow).not.toBe('/login')
  await expect
    .poll(
      () => tab.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state ?? null),
      slow,
    )
    .toBe('activated')
}

/** Opens the stage's event by way of the list; returns when the right to upload is on this phone. */
export async function openEvenementOn(tab: EngineTab, stage: Stage): Promise<void> {
  await tab.goto(`${stage.origin}/participant/evenements`)
  await tab.press(link('Mariage de Camille'))
  await expect
    .poll(() => tab.evaluate(() => document.querySelector('h1')?.innerText ?? ''), slow)
    .toMatch(/Mariage de Camille/)
  await expect.poll(() => tab.evaluate(canAdd), slow).toBe(true)
  await expect.poll(() => tab.evaluate(hasGrant), slow).toBe(true)
}

/** A narrow screen shows the verb alone: `innerText` of WebKit then runs it into the hidden rest. */
export function canAdd(): boolean {
  return [...document.querySelectorAll('button')].some((one) => one.textContent?.trim() === 'Ajouter un média')
}

/** The answer has wholly come. */
function hasGrant(): boolean {
  return performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/upload-grants'))
}

/** Adds files as a guest does; returns when the sentence stands that they are safe on this phone. */
export async function addMediaOn(tab: EngineTab, files: readonly PickedMedia[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'eclats-choix-'))
  const paths = files.map(({ name }) => join(folder, name))
  for (const [at, { buffer }] of files.entries()) await writeFile(paths[at] ?? '', buffer)
  const word = files.length === 1 ? 'fichier' : 'fichiers'
  await tab.press(button(phrases.ajouterMedia))
  await expect.poll(() => tab.evaluate(canChoose), slow).toBe(true)
  await tab.pick(fileField, paths)
  await tab.press(button(`Envoyer ${mediaWords(files.map(({ mimeType: type }) => ({ type })))}`))
  await expectText(tab, `${files.length} ${word} en sécurité sur ce téléphone`)
  await rm(folder, { recursive: true })
}

/** A finger would meet the button; the file field behind it takes files unseen. */
function canChoose(): boolean {
  const wanted = [...document.querySelectorAll('dialog button')].find((one) => one.textContent?.trim() === 'Choisir')
  const box = wanted?.getBoundingClientRect()
  if (!box) return false
  return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest('button') === wanted
}
