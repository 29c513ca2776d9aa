import type { Migration } from 'kysely/migration'
import { createTableWithId, requiredTexts } from '../identity.ts'
import { belongsTo, required, unique } from '../references.ts'

/** Addresses of albums that are being taken home, and what of an event each person has at home already. */
export const album: Migration = {
  async up(database) {
    const { schema } = database
    const lien = createTableWithId(database, 'albumLien')
      .addColumn('tokenHash', 'text', unique)
      .addColumn('utilisateurId', 'integer', belongsTo('utilisateur'))
      .addColumn('evenementId', 'integer', belongsTo('evenement'))
      // Beyond PostgreSQL's integer for an album of more than 2 GiB.
      .addColumn('recu', 'bigint', required)
    await requiredTexts(lien, ['sessionId', 'choix', 'medias', 'empreinte', 'creeLe', 'expire']).execute()
    await schema.createIndex('albumLien_personne').on('albumLien').column('utilisateurId').execute()
    await schema.createIndex('albumLien_evenement').on('albumLien').column('evenementId').execute()

    const recu = createTableWithId(database, 'albumRecu')
      .addColumn('utilisateurId', 'integer', belongsTo('utilisateur'))
      .addColumn('evenementId', 'integer', belongsTo('evenement'))
    await requiredTexts(recu, ['choix', 'medias', 'depuis'])
      .addUniqueConstraint('albumRecu_choix', ['utilisateurId', 'evenementId', 'choix'])
      .execute()
    await schema.createIndex('albumRecu_evenement').on('albumRecu').column('evenementId').execute()
  },
}
