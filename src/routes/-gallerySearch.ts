import * as v from 'valibot'
import { filtresGalerie } from '#src/features/media/galleryFilterNames.ts'
import { searchParam } from './-searchParam.ts'

/** The filter of a gallery and the media in the viewer, stored in the URL: the back button closes the viewer. */
export const gallerySearch = v.object({
  media: searchParam(v.number()),
  filtre: searchParam(v.picklist(filtresGalerie)),
  auteur: searchParam(v.number()),
  jour: searchParam(v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d$/))),
})
export type GallerySearch = v.InferOutput<typeof gallerySearch>

/** The same on a participant's event, which can open the sheet "Ajouter un média". */
export const evenementSearch = v.object({ ...gallerySearch.entries, ajouter: searchParam(v.boolean()) })
export type EvenementSearch = v.InferOutput<typeof evenementSearch>
