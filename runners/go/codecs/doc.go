// Package codecs holds one file for each library. Each registers its codecs when the program starts.
package codecs
