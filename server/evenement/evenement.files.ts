/** Every file a media has on disk: its original and the names its variants may have. */
export type FilesOfMedia = (media: { id: number; fichier: string }) => readonly string[]
