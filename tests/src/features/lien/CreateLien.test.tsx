// First import: it declares the order of the style layers.
import { showScreen } from '../../screen.tsx'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CreateLien } from '#src/features/lien/CreateLien.tsx'
import { endFakeApi, fakeApi } from '../../fakeApi.ts'

const create = 'POST /frontend/organisateur/evenements/7/liens'

afterEach(endFakeApi)

test('creates one link when its button is pressed twice', async () => {
  const calls = fakeApi({ [create]: () => new Promise<Response>(() => {}) })
  await showScreen(<CreateLien evenementId={7} onCreated={() => undefined} isFirst={false} />)
  await userEvent.dblClick(page.getByRole('button', { name: 'Créer un autre lien' }))
  await expect.poll(() => calls).toContain(create)
  expect(calls).toEqual([create])
})
