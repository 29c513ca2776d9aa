import { expect, test } from '@playwright/test'
import { texteConsentementDe } from '#domain/consentement/consentement.texte.ts'
import { typographie } from '#domain/texte/typographie.ts'
import { onPhone, stageOfFile, plain } from '#tests/support/journey.ts'
import { unLien } from '#tests/support/liens.ts'
import { sha256Of } from '#tests/support/photos.ts'

const scene = stageOfFile()
test.use({ ...onPhone, ...plain })

test('stores as proof the hash of the text that the page shows, which names no address of the guest', async ({
  page,
}) => {
  const stage = scene()
  const { code } = await unLien(stage, { evenementId: stage.evenementId, identite: 'PRENOM' })
  await page.goto(`${stage.origin}/e/${code}`)
  await page.getByText('Lire la politique').click()
  const shown = await page.locator('details p:not(.meta)').allTextContents()
  expect(shown.join(' ')).toContain(typographie('une adresse e-mail seulement si vous la donnez'))
  const text = texteConsentementDe({ invite: true })
  expect(shown).toEqual(text.map(typographie))
  await page.getByLabel('Votre prénom').fill('Yara')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Participer', exact: true }).click()
  await expect(page).toHaveURL(`${stage.origin}/participant/evenements/${stage.evenementId}`)
  const proofs = stage.parts.database
    .selectFrom('consentement')
    .innerJoin('utilisateur', 'utilisateur.id', 'consentement.utilisateurId')
    .select('texteHash')
    .where('prenom', '=', 'Yara')
  expect(await proofs.execute()).toEqual([{ texteHash: sha256Of(Buffer.from(text.join('\n'))) }])
})
