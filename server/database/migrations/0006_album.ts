import type { Migration } from 'kysely/migration'
import { createTableWithId, requiredTexts } from '../identity.ts'
import { belongsTo, required, unique } from '../references.ts'

/** Download links of albums, and the media that each person has already downloaded. */
export const album: Migration = {
  async up(database) {
    const { schema } = database
    const lien = createTableWithId(database, 'albumLien')
      .addColumn('tokenHash', 'text', unique)
      .addColumn('utilisateurId', 'integer', belongsTo('utilisateur'))
      .addColumn('evenementId', 'integer', belongsTo('evenement'))
      // An album of more than 2 GiB exceeds PostgreSQL's integer.
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
