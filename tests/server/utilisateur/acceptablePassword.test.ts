import { afterAll, beforeAll, expect, test } from 'vitest'
import { motDePasseDeTest, unUtilisateur } from '#tests/support/builders.ts'
import { mailedToken } from '#tests/support/mailbox.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

const leaked = 'Divulgue2026!x'
let server: TestServer
beforeAll(async () => {
  const has = (password: string) => Promise.resolve(password === leaked)
  server = await startTestServer({ parts: { breachedPasswords: { has } } })
})
afterAll(() => server.stop())

const register = (password: string) =>
  server.call('POST', '/auth/register', {
    body: { nom: 'Fournier', prenom: 'Josephine', email: 'jo@eclats.test', password },
  })
async function profile(newPassword: string) {
  const { email, token } = await unUtilisateur(server)
  const body = { nom: 'Martin', prenom: 'Lea', email, newPassword, motDePasseActuel: motDePasseDeTest }
  return server.call('PUT', '/auth/me', { token, body })
}
async function reset(newPassword: string) {
  const { email } = await unUtilisateur(server)
  await server.call('POST', '/auth/forgot-password', { body: { email } })
  const token = await mailedToken(server, email, 'reset-password')
  return server.call('POST', '/auth/reset-password', { body: { token, newPassword } })
}
const forms = Object.entries({ registration: register, profile, reset })

test.each(forms)('refuses common and leaked passwords on %s', async (_name, send) => {
  for (const password of ['Password123!', 'Azerty123!', 'Liverpool1!']) {
    const answer = await send(password)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({
      code: 'utilisateur.mot_de_passe_courant',
      message: 'Ce mot de passe est trop facile à deviner. Choisissez-en un autre.',
    })
  }
  expect((await send(leaked)).json()).toEqual({
    code: 'utilisateur.mot_de_passe_divulgue',
    message: "Ce mot de passe figure dans des données qui ont fui d'un autre site. Choisissez-en un autre.",
  })
})

test("refuses the person's own name on registration, and creates no account", async () => {
  expect((await register('Fournier1!')).json()).toMatchObject({ code: 'utilisateur.mot_de_passe_courant' })
  expect((await register('Souvenirs2026!')).statusCode).toBe(201)
})
