#include "Combine.h"
