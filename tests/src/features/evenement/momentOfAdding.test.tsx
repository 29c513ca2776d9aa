// First import: it declares the order of the style layers.
import { showScreen } from '../../screen.tsx'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { dayMs, hourMs, minuteMs } from '#domain/contract/durations.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { noteServerDate } from '#src/api/serverClock.ts'
import { signIn } from '#src/api/session.ts'
import { ParticipantEvenementPage } from '#src/features/evenement/ParticipantEvenementPage.tsx'
import { ParticipantEvenementsPage } from '#src/features/evenement/ParticipantEvenementsPage.tsx'
import { endFakeApi, fakeApi } from '../../fakeApi.ts'
import { unToken } from '../../token.ts'

const noon = Date.parse('2026-06-14T12:00:00.000Z')
const utilisateurId = 3

afterEach(() => {
  vi.useRealTimers()
  noteServerDate(new Date().toUTCString())
  endFakeApi()
})

/** @param dateDebut milliseconds */
function anEvent(dateDebut: number) {
  return {
    id: 7,
    titre: 'Bal du soir',
    description: 'Une fête',
    dateDebut: new Date(dateDebut).toISOString(),
    dateFin: new Date(dateDebut + 5 * hourMs).toISOString(),
    fuseau: 'Europe/Paris',
    lieu: 'Annecy',
    statut: 'PLANIFIE',
    visibilite: 'PRIVE',
    galeriePour: 'PENDANT',
    createur: { prenom: 'Claire' },
    couvertureMediaId: null,
    inscriptions: [{ id: 1, user: { id: utilisateurId }, statutInscription: 'VALIDE', typeParticipation: 'SUR_PLACE' }],
  }
}

const screens = {
  event: (
    <ParticipantEvenementPage
      id={7}
      utilisateurId={utilisateurId}
      picked={0}
      onAdd={() => {}}
      album={null}
      gallery={null}
    />
  ),
  list: (
    <ParticipantEvenementsPage
      utilisateurId={utilisateurId}
      invitations={null}
      areInvitationsLoading={false}
      invitationsLead={false}
      onAdd={() => {}}
    />
  ),
}

async function show(screen: keyof typeof screens, dateDebut: number): Promise<void> {
  fakeApi({
    'GET /frontend/participant/evenements/7': () => Response.json(anEvent(dateDebut)),
    'GET /inscriptions/me/evenements-inscrits': () => Response.json([anEvent(dateDebut)]),
  })
  signIn({ token: unToken({ userId: utilisateurId }), nom: '', prenom: 'Marie' }, false)
  await showScreen(screens[screen])
  await expect.element(page.getByRole('main')).toMatchTextContent(/Bal du soir/)
}

const add = () => page.getByRole('button', { name: new RegExp(`^${phrases.ajouterMedia}`) })

test.each(['event', 'list'] as const)(
  "takes photos 12 hours before the event on the screen of the %s when the phone's clock is a day behind",
  async (screen) => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: noon - dayMs })
    noteServerDate(new Date(noon).toUTCString())
    await show(screen, noon + 6 * hourMs)
    await expect.element(add()).toBeVisible()
  },
)

test.each(['event', 'list'] as const)(
  'takes photos 12 hours before the event when the screen of the %s is open since before',
  async (screen) => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'], now: noon })
    noteServerDate(new Date(noon).toUTCString())
    await show(screen, noon + 12 * hourMs + minuteMs)
    // The screen renders again when its answer is not fresh any more.
    await vi.advanceTimersByTimeAsync(10_000)
    expect(add().elements()).toEqual([])
    await vi.advanceTimersByTimeAsync(2 * minuteMs)
    await expect.element(add()).toBeVisible()
  },
)
