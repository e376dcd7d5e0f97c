declare module 'libheif-js/libheif-wasm/libheif-bundle.js' {
  import type { MainModule } from 'libheif-js/libheif-wasm/libheif.js'

  export default function instantiate(): MainModule
}
