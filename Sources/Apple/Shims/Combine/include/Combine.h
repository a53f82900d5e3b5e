#include "CombineNames.h"
