import type { InferOutput } from 'valibot'
import type { creationSchema, demandeCleSchema } from '#domain/utilisateur/cleAcces.ts'
import { Authenticator, type Wrong } from '#tests/support/authenticator.ts'
import type { PersonneDeTest } from '#tests/support/builders.ts'
import type { TestServer } from '#tests/support/serverFixture.ts'

/** A challenge for a new passkey of a person, as the page gets it. */
export async function beginAjout(server: TestServer, { token }: PersonneDeTest) {
  const answer = await server.call('POST', '/auth/cles-acces/defi', { token })
  return answer.json<{ defi: string; options: InferOutput<typeof creationSchema> }>()
}

/** A challenge for a login, as the page gets it. */
export async function beginLogin(server: TestServer) {
  const answer = await server.call('POST', '/auth/login/defi')
  return answer.json<{ defi: string; options: InferOutput<typeof demandeCleSchema> }>()
}

/** The authenticator of a person with a registered passkey. @param counter its signature counter, 0 without one */
export async function uneCleAcces(server: TestServer, person: PersonneDeTest, counter = 0): Promise<Authenticator> {
  const authenticator = new Authenticator(server.parts.publicUrl, counter)
  const { defi, options } = await beginAjout(server, person)
  const body = { defi, reponse: authenticator.create(options) }
  const answer = await server.call('POST', '/auth/cles-acces', { token: person.token, body })
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return authenticator
}

/** Signs a new challenge with a passkey. */
export async function proofBy(server: TestServer, authenticator: Authenticator, wrong: Wrong = {}) {
  const { defi, options } = await beginLogin(server)
  return { defi, reponse: authenticator.use(options, wrong) }
}
