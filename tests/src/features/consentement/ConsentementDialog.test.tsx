// First import: it declares the order of the style layers.
import { showScreen } from '../../screen.tsx'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ConsentementDialog } from '#src/features/consentement/ConsentementDialog.tsx'
import { endFakeApi, fakeApi } from '../../fakeApi.ts'

afterEach(endFakeApi)

test.each([
  ['Accepter', 'Refuser'],
  ['Refuser', 'Accepter'],
])('sends one answer: while %s is sent, %s cannot be pressed', async (sent, other) => {
  const answer = Promise.withResolvers<Response>()
  fakeApi({ 'POST /frontend/participant/consentement-rgpd': () => answer.promise })
  await showScreen(<ConsentementDialog onRefused={() => undefined} />)
  await page.getByRole('checkbox').click()
  await expect.element(page.getByRole('button', { name: other })).toBeEnabled()
  await page.getByRole('button', { name: sent }).click()
  await expect.element(page.getByRole('button', { name: other })).toBeDisabled()
  answer.resolve(Response.json({}, { status: 500 }))
  await expect.element(page.getByRole('button', { name: other })).toBeEnabled()
})
