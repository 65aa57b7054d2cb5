module trial

go 1.26

// The version of the generator in `clients.ts`: what it makes needs its own packages.
require github.com/ogen-go/ogen v1.25.0
