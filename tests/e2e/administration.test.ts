import { expect, test, type Page } from '@playwright/test'
import { utilisateursMax } from '#domain/utilisateur/pageUtilisateurs.ts'
import type { Role } from '#domain/utilisateur/utilisateur.ts'
import { phrases } from '#domain/texte/phrases.ts'
import {
  type PersonneDeTest,
  unAdministrateur,
  unEvenement,
  unOrganisateur,
  unUtilisateur,
} from '#tests/support/builders.ts'
import { badGateway } from '#tests/support/answers.ts'
import {
  answerInstead,
  clearFault,
  closeToast,
  enter,
  onPhone,
  onTablet,
  stageOfFile,
  expectRefusal,
  plain,
} from '#tests/support/journey.ts'
import { tabTo } from '#tests/support/keyboard.ts'
import { type Stage, titreEvenement } from '#tests/support/stage.ts'
import { deposer } from '#tests/support/stageMedia.ts'

test.use(plain)
const scene = stageOfFile()
let admin: PersonneDeTest
test.beforeEach(async () => {
  const stage = scene()
  await stage.parts.database
    .updateTable('utilisateur')
    .set({ statutActif: 0 })
    .where('role', '=', 'ADMINISTRATEUR')
    .execute()
  admin = await unAdministrateur(stage)
})

const rowOf = (page: Page, { email }: PersonneDeTest) => page.getByRole('row').filter({ hasText: email })
const roleOf = (page: Page, person: PersonneDeTest) => rowOf(page, person).getByRole('combobox')
const switchOf = (page: Page, person: PersonneDeTest) => rowOf(page, person).getByRole('switch')
const toast = (page: Page) => page.locator('[data-part=toast]')
const account = ({ parts }: Stage, { id }: PersonneDeTest) =>
  parts.database.selectFrom('utilisateur').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test.describe('on a wide screen', () => {
  test.use({ viewport: { width: 1280, height: 800 } })

  test('finds an account, changes its role, closes, reopens and deletes it with its name in the dialog', async ({
    page,
  }) => {
    const stage = scene()
    const nina = await unUtilisateur(stage, { prenom: 'Nina', nom: 'Éluard', email: 'nina@eclats.test' })
    await enter(page, stage, { person: admin, to: '/admin-settings' })
    await page.getByRole('searchbox', { name: 'Rechercher un compte' }).fill('eluard')
    await expect(page.getByRole('row')).toHaveCount(2)
    await expect(page).toHaveURL(/q=eluard/)
    await roleOf(page, nina).selectOption('ORGANISATEUR')
    await expect(toast(page)).toContainText('Rôle de Nina Éluard mis à jour')
    expect((await account(stage, nina)).role).toBe('ORGANISATEUR')
    await closeToast(page)
    await switchOf(page, nina).click()
    await expect(toast(page)).toContainText('Compte de Nina Éluard désactivé')
    await expect(rowOf(page, nina)).toContainText('Désactivé')
    await closeToast(page)
    await switchOf(page, nina).click()
    await expect(toast(page)).toContainText('Compte de Nina Éluard réactivé')
    await closeToast(page)
    await page.getByRole('button', { name: 'Supprimer le compte de Nina Éluard' }).click()
    const question = page.getByRole('alertdialog', { name: 'Supprimer le compte de Nina Éluard' })
    await expect(question).toContainText('nina@eclats.test')
    await expect(question).toContainText('Cette action est irréversible.')
    await question.getByRole('button', { name: 'Annuler' }).click()
    expect((await account(stage, nina)).effaceLe).toBeNull()
    await page.getByRole('button', { name: 'Supprimer le compte de Nina Éluard' }).click()
    await question.getByRole('button', { name: 'Supprimer le compte' }).click()
    await expect(page.getByText('Aucun compte ne correspond')).toBeVisible()
    expect((await account(stage, nina)).effaceLe).not.toBeNull()
  })

  test('disables changes to oneself and to the last administrator, with the reason', async ({ page }) => {
    const stage = scene()
    await enter(page, stage, { person: admin, to: '/admin-settings' })
    await expect(roleOf(page, admin)).toBeDisabled()
    await expect(switchOf(page, admin)).toBeDisabled()
    await expect(rowOf(page, admin)).toContainText('Vous ne pouvez pas supprimer votre propre compte')
    await expect(rowOf(page, admin).getByRole('button')).toHaveCount(0)
  })

  test('asks before making an administrator, and the server refuses a former administrator', async ({ page }) => {
    const stage = scene()
    const other = await unUtilisateur(stage, { role: 'ADMINISTRATEUR', prenom: 'Omar', nom: 'Diallo' })
    const rose = await unUtilisateur(stage, { prenom: 'Rose', nom: 'Petit' })
    await enter(page, stage, { person: admin, to: '/admin-settings' })
    await roleOf(page, rose).selectOption('ADMINISTRATEUR')
    const question = page.getByRole('alertdialog', { name: 'Nommer Rose Petit administrateur' })
    await question.getByRole('button', { name: 'Annuler' }).click()
    await expect(roleOf(page, rose)).toHaveValue('PARTICIPANT')
    // The rights of this account are removed elsewhere while the change is on its way: the server decides.
    const { database } = stage.parts
    const setRole = (role: Role) =>
      database.updateTable('utilisateur').set({ role }).where('id', '=', admin.id).execute()
    await page.route(`**/api/users/${other.id}`, async (route) => {
      await setRole('PARTICIPANT')
      await route.continue()
    })
    await switchOf(page, other).click()
    await expect(toast(page)).toContainText(phrases.accesRefuse)
    const others = database.selectFrom('utilisateur').select('statutActif').where('id', '=', other.id)
    expect(await others.execute()).toEqual([{ statutActif: 1 }])
    await setRole('ADMINISTRATEUR')
  })

  test('does not delete an organiser with running events; calls a change unconfirmed when a proxy or no server answers', async ({
    page,
  }) => {
    const stage = scene()
    const paul = await unOrganisateur(stage, { prenom: 'Paul', email: 'paul@eclats.test' })
    await unEvenement(stage, { createurId: paul.id, titre: 'Régate' })
    await enter(page, stage, { person: admin, to: '/admin-settings?q=paul' })
    const remove = async () => {
      await page.getByRole('button', { name: 'Supprimer le compte de Paul Durand' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Supprimer le compte' }).click()
      await expect(page.getByRole('alertdialog')).toHaveCount(0)
    }
    await remove()
    await expect(toast(page)).toContainText(/événements planifiés ou en cours/)
    await closeToast(page)
    answerInstead(stage, /^PUT \/api\/users\//, badGateway)
    await switchOf(page, paul).click()
    await expect(toast(page)).toContainText("La modification de ce compte n'est pas confirmée.")
    await expect(switchOf(page, paul)).toBeChecked()
    await closeToast(page)
    stage.network.fault = { kind: 'answerLostTo', request: /^PUT \/api\/users\// }
    await switchOf(page, paul).click()
    await expect(toast(page)).toContainText('Le serveur ne répond pas')
    await expect(toast(page)).toContainText("La modification de ce compte n'est pas confirmée.")
    clearFault(stage)
    // The answer was lost, not the action: the list is reloaded and shows the result.
    await expect(switchOf(page, paul)).not.toBeChecked()
    await closeToast(page)
    await stage.parts.database
      .updateTable('evenement')
      .set({ statut: 'ANNULE' })
      .where('createurId', '=', paul.id)
      .execute()
    stage.network.fault = { kind: 'answerLostTo', request: /^DELETE \/api\/users\// }
    await remove()
    await expect(toast(page)).toContainText("La suppression de ce compte n'est pas confirmée.")
    clearFault(stage)
    await expect(rowOf(page, paul)).toHaveCount(0)
  })

  test('searches, changes a role, opens a deletion and cancels it by keyboard alone', async ({ page }) => {
    const stage = scene()
    await unUtilisateur(stage, { prenom: 'Ines', nom: 'Faure', email: 'ines@eclats.test' })
    await enter(page, stage, { person: admin, to: '/admin-settings' })
    await tabTo(page, page.getByRole('searchbox'))
    await page.keyboard.type('ines')
    await tabTo(page, page.getByLabel("Rôle d'Ines Faure"))
    await page.keyboard.press('ArrowUp')
    await expect(toast(page)).toContainText("Rôle d'Ines Faure mis à jour")
    const bin = page.getByRole('button', { name: "Supprimer le compte d'Ines Faure" })
    await tabTo(page, bin)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alertdialog').getByRole('heading')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(bin).toBeFocused()
  })

  test('notifies a former administrator, and redirects others to their home page', async ({ page }) => {
    const stage = scene()
    await enter(page, stage, { person: admin, to: '/admin-settings' })
    const { database } = stage.parts
    const setRole = (role: Role) =>
      database.updateTable('utilisateur').set({ role }).where('id', '=', admin.id).execute()
    await setRole('PARTICIPANT')
    await page.evaluate(() => indexedDB.deleteDatabase('eclats-listes'))
    await page.reload()
    await expect(page.getByText(phrases.erreurChargement)).toBeVisible()
    await expect(page.getByText(phrases.accesRefuse)).toBeVisible()
    await expectRefusal(page)
    await setRole('ADMINISTRATEUR')
    await page.reload()
    await expect(rowOf(page, admin)).toBeVisible()
  })
})

test.describe('on a phone', () => {
  test.use(onPhone)

  test('finds accounts among two hundred, and all again when the search is cleared', async ({ page }) => {
    const stage = scene()
    for (let n = 0; n < 200; n += 1) await unUtilisateur(stage, { prenom: `Invité${n}`, nom: 'Nombreux' })
    await enter(page, stage, { person: admin, to: '/admin-settings' })
    await expect(page.getByRole('row').nth(200)).toBeAttached()
    const all = await page.getByRole('row').count()
    const search = page.getByRole('searchbox')
    for (const [text, found] of [
      ['nombreux', 200],
      ['invité19', 11],
      ['invité199', 1],
      ['', all],
    ] as const) {
      await search.fill(text)
      await expect(page.getByRole('row')).toHaveCount(found)
    }
  })

  test('reads the accounts of a large service in pages, and finds one beyond the first page', async ({ page }) => {
    const stage = scene()
    const first = await unUtilisateur(stage, { prenom: 'Ondine', nom: 'Première', email: 'ondine@eclats.test' })
    for (let n = 0; n < utilisateursMax; n += 1) await unUtilisateur(stage, { prenom: `Suivant${n}`, nom: 'Foule' })
    await enter(page, stage, { person: admin, to: '/admin-settings' })
    const rows = page.getByRole('row')
    await expect(rows).toHaveCount(utilisateursMax)
    await page.getByRole('searchbox').fill('ondine')
    await expect(rowOf(page, first)).toBeVisible()
    await expect(rows).toHaveCount(1)
    await page.getByRole('searchbox').fill('')
    await expect(rows).toHaveCount(utilisateursMax)
    await page.getByRole('button', { name: 'Voir plus de comptes' }).click()
    await expect(rows.nth(utilisateursMax)).toBeAttached()
  })

  test("links to users, rewards and the profile in the administrator's menu, and lists rewards", async ({ page }) => {
    const stage = scene()
    await enter(page, stage, { person: admin, to: '/admin-settings' })
    const bar = page.getByRole('navigation', { name: 'Raccourcis' })
    await expect(bar.getByRole('link')).toHaveText(['Utilisateurs', 'Récompenses', 'Profil'])
    await bar.getByRole('link', { name: 'Récompenses' }).click()
    await expect(page).toHaveURL(`${stage.origin}/organizer/recompenses`)
    await expect(page.getByRole('heading', { level: 1, name: 'Récompenses' })).toBeVisible()
    await expect(page.getByText('Contributeurs')).toHaveCount(0)
    await expect(page.getByText('Aucune récompense donnée')).toBeVisible()
  })
})

test.describe('rewards, on a tablet', () => {
  test.use(onTablet)

  test("notifies a contributor of an organiser's reward at once, and lists it for an administrator", async ({
    page,
    browser,
  }) => {
    const stage = scene()
    await deposer(stage, stage.karim, 1)
    const phone = await browser.newContext(onPhone)
    const karims = await phone.newPage()
    const listening = karims.waitForResponse(/\/api\/live$/)
    await enter(karims, stage, { person: stage.karim, to: '/participant' })
    await listening
    await enter(page, stage, { person: stage.claire, to: '/organizer' })
    await page
      .getByRole('navigation', { name: 'Navigation principale' })
      .getByRole('link', { name: 'Récompenses' })
      .click()
    await expect(page.getByLabel('Événement')).toHaveValue(String(stage.evenementId))
    await expect(page.getByText(/^1.média, dont 0 validé$/)).toBeVisible()
    await page.getByRole('button', { name: 'Récompenser Karim Haddad' }).click()
    const sheet = page.getByRole('dialog', { name: 'Récompenser Karim Haddad' })
    await sheet.getByRole('button', { name: 'Envoyer la récompense' }).click()
    await expect(sheet.getByText('Le titre est obligatoire')).toBeVisible()
    await sheet.getByLabel('Titre').fill('Merci Karim')
    await sheet.getByLabel('Message').fill('Vos photos sont les plus belles.')
    await sheet.getByRole('button', { name: 'Envoyer la récompense' }).click()
    await expect(sheet).toBeHidden()
    await expect(page.getByRole('listitem').filter({ hasText: 'Merci Karim' })).toContainText(
      `À Karim Haddad, ${titreEvenement}`,
    )
    await expect(karims.locator('[data-part=toast]')).toContainText('Merci Karim')
    await expect(karims.getByRole('region', { name: 'Votre récompense' })).toContainText(
      'Vos photos sont les plus belles.',
    )
    await phone.close()
    const desk = await browser.newContext(onTablet)
    const admins = await desk.newPage()
    await enter(admins, stage, { person: admin, to: '/organizer/recompenses' })
    await expect(admins.getByRole('listitem').filter({ hasText: 'Merci Karim' })).toContainText('par Claire Durand')
    await desk.close()
  })
})
