import { expect, type Page, test } from '@playwright/test'
import { evenementsPublicsMax } from '#domain/evenement/evenement.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { badGateway } from '#tests/support/answers.ts'
import { unConsentement, unEvenement, uneInscription, unUtilisateur } from '#tests/support/builders.ts'
import { answerInstead, clearFault, closeToast, enter, onPhone, stageOfFile } from '#tests/support/journey.ts'
import type { Stage } from '#tests/support/stage.ts'

const scene = stageOfFile()
test.use(onPhone)
const rows = (page: Page) => page.getByRole('list', { name: 'Événements publics' }).getByRole('listitem')
const search = (page: Page) => page.getByRole('searchbox', { name: 'Rechercher un événement public' })
const publicCall = /^GET \/api\/frontend\/participant\/evenements\/decouvrir/

async function newParticipant(stage: Stage) {
  const nora = await unUtilisateur(stage, { prenom: 'Nora', nom: 'Petit' })
  await unConsentement(stage, nora.id)
  return nora
}

function publicEvent(stage: Stage, titre: string, lieu = 'Lyon') {
  return unEvenement(stage, { createurId: stage.claire.id, titre, lieu, statut: 'PLANIFIE', visibilite: 'PUBLIC' })
}

test('shows that there is no public event, and offers a retry when loading fails', async ({ page }) => {
  const stage = scene()
  answerInstead(stage, publicCall, badGateway)
  await enter(page, stage, { person: await newParticipant(stage), to: '/participant/decouvrir' })
  await expect(page.getByText(phrases.evenementsErreur)).toBeVisible()
  clearFault(stage)
  await page.getByRole('button', { name: phrases.reessayer }).click()
  await expect(page.getByRole('heading', { name: 'Aucun événement public pour le moment' })).toBeVisible()
})

test('lists public events on their own page, keeps the scroll position, and registers', async ({ page }) => {
  const stage = scene()
  for (let n = 1; n <= evenementsPublicsMax + 10; n += 1) await publicEvent(stage, `Fête du quartier ${n}`)
  const { id } = await publicEvent(stage, 'Bal de la Saint-Éloi', 'Étretat')
  const nora = await newParticipant(stage)
  await uneInscription(stage, { evenementId: stage.evenementId, utilisateurId: nora.id })
  await enter(page, stage, { person: nora, to: '/participant/evenements' })
  const main = page.getByRole('main')
  await expect(main.getByText('Mariage de Camille & Hugo')).toBeVisible()
  await expect(main.getByText('Fête du quartier')).toHaveCount(0)
  await main.getByRole('link', { name: 'Découvrir' }).click()
  await expect(rows(page)).toHaveCount(evenementsPublicsMax)
  await page.getByRole('button', { name: "Voir plus d'événements" }).click()
  await expect(rows(page)).toHaveCount(evenementsPublicsMax + 11)
  await expect(page.getByRole('button', { name: "Voir plus d'événements" })).toHaveCount(0)

  const far = rows(page).getByRole('link', { name: 'Fête du quartier 2', exact: true })
  await far.click()
  await expect(page.getByRole('heading', { name: 'Fête du quartier 2' })).toBeVisible()
  await page.goBack()
  await expect(rows(page)).toHaveCount(evenementsPublicsMax + 11)
  await expect(far).toBeInViewport()

  await search(page).fill('ETRETAT')
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('button', { name: "S'inscrire à Bal de la Saint-Éloi" }).click()
  await page.getByRole('dialog').getByRole('button', { name: "S'inscrire" }).click()
  await closeToast(page)
  await expect(rows(page).getByText('Inscription en attente')).toBeVisible()
  const inscription = stage.parts.database.selectFrom('inscription').select('statutInscription')
  expect(
    await inscription.where('evenementId', '=', id).where('utilisateurId', '=', nora.id).executeTakeFirst(),
  ).toEqual({ statutInscription: 'EN_ATTENTE' })
  await expect(page).toHaveURL(/\?q=ETRETAT$/)

  await search(page).fill('nulle part')
  await expect(page.getByRole('heading', { name: 'Aucun événement trouvé' })).toBeVisible()
  await page.goto(`${stage.origin}/profil`)
  const mine = page.getByRole('region', { name: 'Mes événements' })
  await expect(mine.getByText('Bal de la Saint-Éloi')).toBeVisible()
  await expect(mine.getByText('Fête du quartier')).toHaveCount(0)
  await mine.getByRole('link', { name: 'Découvrir les événements publics' }).click()
  await expect(rows(page).first()).toBeVisible()
})

test('searches stored events offline, and does not register', async ({ page }) => {
  const stage = scene()
  await publicEvent(stage, 'Régate du soir')
  await enter(page, stage, { person: await newParticipant(stage), to: '/participant/decouvrir' })
  await expect(rows(page).filter({ hasText: 'Régate du soir' })).toHaveCount(1)
  await page.context().setOffline(true)
  await expect(page.getByText('la recherche porte sur les événements gardés')).toBeVisible()
  await search(page).fill('regate')
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByRole('button', { name: "S'inscrire à Régate du soir" })).toBeDisabled()
  await page.context().setOffline(false)
  await expect(page.getByRole('button', { name: "S'inscrire à Régate du soir" })).toBeEnabled()
})

test('empties the search field when a link clears the search before the typing has paused', async ({ page }) => {
  const stage = scene()
  await publicEvent(stage, 'Bal des pompiers')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.clock.install()
  await enter(page, stage, { person: await newParticipant(stage), to: '/participant/decouvrir' })
  await expect(rows(page).filter({ hasText: 'Bal des pompiers' })).toHaveCount(1)
  // No timer fires from now on, so the search is not sent yet.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
  await search(page).fill('régate')
  await expect(page).toHaveURL(/\?q=/)
  await page.getByRole('navigation').getByRole('link', { name: 'Découvrir' }).click()
  await expect(page).toHaveURL(/decouvrir$/)
  await expect(search(page)).toHaveValue('')
  await page.clock.resume()
  await expect(rows(page).filter({ hasText: 'Bal des pompiers' })).toHaveCount(1)
})
