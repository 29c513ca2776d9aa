declare module 'libheif-js/libheif-wasm/libheif-bundle.mjs' {
  const open: () => unknown
  export default open
}
