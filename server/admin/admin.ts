import * as v from 'valibot'
import { emailSchema } from '#domain/utilisateur/authentification.ts'
import { normalizeEmail } from '#domain/utilisateur/utilisateur.ts'
import { systemClock } from '../clock.ts'
import { runCommand } from '../command.ts'
import { type Config, ConfigError } from '../config.ts'
import { openDataFolder } from '../dataFolder.ts'
import { assertHoldsData, openDatabase } from '../database/openDatabase.ts'
import { isSecretName, type SecretName, secretNames } from '../secrets/secrets.ts'
import { renewSecret } from '../secrets/storedSecrets.ts'
import { makeAdministrateur } from './administrateur.ts'
import { dropSecondFacteur } from './dropSecondFacteur.ts'

const usage = [
  'Usage : npm run admin -- create prenom@exemple.fr',
  "        npm run admin -- second-facteur prenom@exemple.fr (désactive la connexion en deux étapes, supprime les clés d'accès)",
  `        npm run admin -- renew ${secretNames.join('|')} (remplace ce secret ; redémarrez ensuite chaque serveur)`,
].join('\n')

await runCommand(async (config) => {
  console.log(await runAdmin(config, process.argv.slice(2)))
})

/**
 * `create <email>`, `second-facteur <email>` or `renew <secret>`: works while the server runs, and `create` also before
 * its first start.
 * @returns the message for the operator
 */
async function runAdmin(config: Config, [verb, address, ...rest]: string[]): Promise<string> {
  const { dataDir, publicUrl } = config
  if (verb === 'renew' && isSecretName(address) && rest.length === 0) return renew(config, address)
  const email = v.safeParse(emailSchema, address)
  if (!(verb === 'create' || verb === 'second-facteur') || !email.success || rest.length > 0) {
    throw new ConfigError(usage)
  }
  if (verb === 'create') await openDataFolder(dataDir)
  else assertHoldsData(config)
  const database = await openDatabase(config)
  try {
    const deps = { database, clock: systemClock, publicUrl }
    if (verb === 'second-facteur') {
      const isRemoved = await dropSecondFacteur(deps, normalizeEmail(email.output))
      if (isRemoved === null) throw new ConfigError(`Aucun compte n'a l'adresse ${normalizeEmail(email.output)}.`)
      return isRemoved
        ? "La connexion en deux étapes est désactivée, les clés d'accès sont supprimées."
        : "Ce compte n'a ni connexion en deux étapes, ni clé d'accès."
    }
    const { isNew, link } = await makeAdministrateur(deps, normalizeEmail(email.output))
    const done = isNew ? 'Compte administrateur créé' : 'Ce compte est administrateur'
    return `${done} : ${normalizeEmail(email.output)}\nChoisissez son mot de passe (30 minutes, une seule fois) :\n${link}`
  } finally {
    await database.destroy()
  }
}

async function renew(config: Config, name: SecretName): Promise<string> {
  assertHoldsData(config)
  const database = await openDatabase(config)
  try {
    await renewSecret(database, name, config.secretsKeys)
    return `Secret remplacé : ${name}. Redémarrez chaque serveur pour qu'il serve.`
  } finally {
    await database.destroy()
  }
}
