import { unToken } from './token.ts'

/** The token of a guest who entered by a link. */
export function tokenOfGuest(id: number): string {
  return unToken({ userId: id, sub: `invite:${id}`, role: 'PARTICIPANT' })
}

/** The server's answer to the entry of a guest named Marie. */
export function enteredGuest(id: number, token = tokenOfGuest(id)): Response {
  const inscription = {
    id: 1,
    user: { id, nom: '', prenom: 'Marie', email: '', invite: true },
    dateInscription: '2026-06-13T21:00:00.000Z',
    statutInscription: 'VALIDE',
    typeParticipation: 'SUR_PLACE',
    lienId: 1,
  }
  return Response.json({ token, nom: '', prenom: 'Marie', inscription }, { status: 201 })
}
