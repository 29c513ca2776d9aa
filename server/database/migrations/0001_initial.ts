import type { Migration } from 'kysely/migration'
import { createEvenements } from './initial/evenements.ts'
import { createMedias } from './initial/medias.ts'
import { createMessages } from './initial/messages.ts'
import { createPeople } from './initial/people.ts'

export const initial: Migration = {
  async up(database) {
    await createPeople(database)
    await createEvenements(database)
    await createMedias(database)
    await createMessages(database)
  },
}
