import type { MediaRow, UploadRow } from '../database/tables/medias.ts'

export type FoundMedia = Pick<MediaRow, 'id' | 'fichier' | 'taille' | 'auteurId' | 'evenementId' | 'version'>

/** An inconsistency, with the data for its repair. */
export type Finding =
  | { readonly kind: 'orphan' | 'partial'; readonly fichier: string }
  | { readonly kind: 'missing' | 'sha256'; readonly media: FoundMedia }
  | { readonly kind: 'size'; readonly media: FoundMedia; readonly size: number }
  | { readonly kind: 'crc'; readonly media: FoundMedia; readonly crc32: number; readonly crc32Masque: number }
  | { readonly kind: 'upload'; readonly upload: UploadRow; readonly size: number | null }
  | { readonly kind: 'variants' | 'lecture'; readonly media: FoundMedia }
  | { readonly kind: 'strayVariants'; readonly fichier: string }
  | { readonly kind: 'audit'; readonly id: number }

/** A finding for the operator, in French and English. */
export function sentenceOf(finding: Finding): string {
  const [french, english] = words(finding)
  return `${french} / ${english}`
}

function words(finding: Finding): readonly [string, string] {
  switch (finding.kind) {
    case 'orphan':
      return [`Fichier sans média : ${finding.fichier}.`, 'File without a media.']
    case 'partial':
      return [`Réception sans envoi : ${finding.fichier}.`, 'Partial file without an upload.']
    case 'missing':
      return [`${named(finding.media)} : le fichier manque.`, 'The file is missing.']
    case 'size':
      return [
        `${named(finding.media)} : ${finding.size} octets au lieu de ${finding.media.taille}.`,
        'The size differs from the one received.',
      ]
    case 'sha256':
      return [`${named(finding.media)} : le contenu a changé.`, 'The SHA-256 differs from the one received.']
    case 'crc':
      return [`${named(finding.media)} : la somme CRC-32 enregistrée est fausse.`, 'The recorded CRC-32 is wrong.']
    case 'upload':
      return [
        `Envoi ${finding.upload.id} : ${finding.size ?? 0} octets au lieu de ${finding.upload.decalage}.`,
        'Acknowledged bytes of an upload are missing.',
      ]
    case 'variants':
      return [`${named(finding.media)} : un aperçu manque.`, 'A preview is missing.']
    case 'lecture':
      return [`${named(finding.media)} : le film manque.`, 'The film that plays in every browser is missing.']
    case 'strayVariants':
      return [`Aperçus sans média : ${finding.fichier}.`, 'Previews without a media.']
    default:
      return [`Journal d'audit rompu à la ligne ${finding.id}.`, 'The audit chain is broken at this row.']
  }
}

function named({ id, fichier }: FoundMedia): string {
  return `Média ${id} (${fichier})`
}
