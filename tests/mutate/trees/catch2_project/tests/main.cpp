// Catch2's main, apart from the tests: it takes long to compile and no mutant touches it.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
