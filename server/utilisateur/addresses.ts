/** The addresses of a person: the present one, and one that waits for its proof. */
export function addressesOf({ email, emailEnAttente }: { email: string; emailEnAttente: string | null }): string[] {
  return emailEnAttente === null ? [email] : [email, emailEnAttente]
}
