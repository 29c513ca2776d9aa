// First import: it declares the order of the style layers.
import { showScreen } from '../../screen.tsx'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ClesAccesSection } from '#src/features/utilisateur/ClesAccesSection.tsx'
import { endFakeApi, fakeApi } from '../../fakeApi.ts'

const since = '2026-06-20T12:00:00.000Z'
const uneCle = { id: 1, nom: 'Téléphone', dateAjout: since, derniereUtilisation: null }
/** Of a new passkey, as the server asks for it. */
const options = {
  rp: { id: 'localhost', name: 'Éclats' },
  user: { id: 'AAAA', name: 'claire@demo.eclats.test', displayName: 'Claire' },
  challenge: 'AAAA',
  pubKeyCredParams: [],
  timeout: 60_000,
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  attestation: 'none',
}
const lost = () => Promise.reject(new TypeError('the answer is lost'))

afterEach(endFakeApi)

test('offers new recovery codes when the answer with those of a demanded passkey was lost', async () => {
  let exigeeDepuis: string | null = null
  fakeApi({
    'GET /auth/cles-acces': () => Response.json({ cles: [uneCle], exigeeDepuis }),
    'GET /auth/second-facteur': () => Response.json({ depuis: null, codesRestants: exigeeDepuis === null ? 0 : 10 }),
    'PUT /auth/cles-acces/exigence': () => {
      exigeeDepuis = since
      return lost()
    },
  })
  await showScreen(<ClesAccesSection isOffered />)
  await page.getByRole('switch').click({ force: true })
  await page.getByRole('alertdialog').getByRole('button', { name: 'Activer' }).click()
  await expect.element(page.getByRole('button', { name: 'Nouveaux codes de secours' })).toBeVisible()
  await expect.element(page.getByRole('switch')).toBeChecked()
})

test('lists a passkey whose answer was lost', async () => {
  const cles: unknown[] = []
  fakeApi({
    'GET /auth/cles-acces': () => Response.json({ cles, exigeeDepuis: null }),
    'GET /auth/second-facteur': () => Response.json({ depuis: null, codesRestants: 0 }),
    'POST /auth/cles-acces/defi': () => Response.json({ defi: 'defi', options }, { status: 201 }),
    'POST /auth/cles-acces': () => {
      cles.push(uneCle)
      return lost()
    },
  })
  vi.spyOn(navigator.credentials, 'create').mockResolvedValue(unCredential())
  await showScreen(<ClesAccesSection isOffered />)
  await page.getByRole('button', { name: "Ajouter une clé d'accès" }).click()
  await expect.element(page.getByRole('listitem').getByText('Téléphone')).toBeVisible()
})

/** What a device gives for a new passkey. */
function unCredential(): Credential {
  return {
    id: 'AAAA',
    rawId: new ArrayBuffer(3),
    type: 'public-key',
    response: { attestationObject: new ArrayBuffer(3), clientDataJSON: new ArrayBuffer(3) },
    getClientExtensionResults: () => ({}),
  } as Credential
}
