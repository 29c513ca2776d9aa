/** A person's first name and name as one text; the first name alone for a guest without a name. */
export function nomComplet({ prenom, nom }: { readonly prenom: string; readonly nom: string }): string {
  return nom === '' ? prenom : `${prenom} ${nom}`
}
